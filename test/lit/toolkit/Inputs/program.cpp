#include <cmath>
#include <vector>

namespace ns {
template <typename T, typename F> void apply(std::vector<T> &values, F function) {
  T *data = values.data();
  const int count = (int)values.size();
#pragma omp target teams distribute parallel for map(tofrom : data[0 : count])
  for (int i = 0; i < count; i++)
    data[i] = function(data[i]);
}
}

int main() {
  std::vector<double> a(100, 1.0);
  std::vector<float> b(100, 1.0f);
  ns::apply(a, [](double value) { return std::sin(value) + std::abs(value); });
  ns::apply(b, [](float value) { return std::cos(value) * std::fmax(value, 2.0f); });
  return a[0] < 0 || b[0] < -9;
}
