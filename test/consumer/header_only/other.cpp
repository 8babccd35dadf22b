#include "mirror.hpp"

#include <array>

void mirror_array(const std::array<double, 1000> &a, std::array<double, 1000> &b);

void mirror_array(const std::array<double, 1000> &a, std::array<double, 1000> &b) { mirror(a, b, 0.0); }
