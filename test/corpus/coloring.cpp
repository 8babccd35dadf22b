/* FILE: test/corpus/coloring.cpp
 * WHAT: coloring of a graph by independent sets (Jones and Plassmann), with ranges, structured bindings and a class of the graph.
 * USE:  coloring N STEPS   STEPS: graphs
 */
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

/* Consecutive elements of an array, for range-based loops on host and device. */
template <typename T> struct Span {
  T *first;
  int count;
  T *begin() const { return first; }
  T *end() const { return first + count; }
};

class Graph {
public:
  Graph(int nodes, unsigned seed) : start_(nodes + 1), priority_(nodes) {
    std::vector<std::vector<int>> adjacent(nodes);
    for (int i = 0; i < nodes; i++) {
      for (int k = 0; k < 3; k++) {
        seed = seed * 1664525u + 1013904223u;
        const int other = static_cast<int>((seed >> 10) % nodes);
        if (other != i) {
          adjacent[i].push_back(other);
          adjacent[other].push_back(i);
        }
      }
      priority_[i] = (i * 2654435761u) ^ seed;
    }
    for (int i = 0; i < nodes; i++) {
      edges_.insert(edges_.end(), adjacent[i].begin(), adjacent[i].end());
      start_[i + 1] = static_cast<int>(edges_.size());
    }
  }
  int nodes() const { return static_cast<int>(priority_.size()); }
  int edges() const { return static_cast<int>(edges_.size()); }
  const int *start() const { return start_.data(); }
  const int *edge() const { return edges_.data(); }
  const uint32_t *priority() const { return priority_.data(); }

private:
  std::vector<int> start_, edges_;
  std::vector<uint32_t> priority_;
};

static inline std::pair<int, int> ordered(int a, int b) { return a < b ? std::make_pair(a, b) : std::make_pair(b, a); }

/* A round: nodes whose priority is the largest of their uncolored neighbours get the color of the round. */
static int color_round(const Graph &graph, int *color, int *chosen, int round) {
  const int n = graph.nodes(), m = graph.edges();
  const int *start = graph.start(), *edge = graph.edge();
  const uint32_t *priority = graph.priority();
  int left = 0;
#pragma omp target map(to : start[0 : n + 1], edge[0 : m], priority[0 : n]) map(tofrom : color[0 : n], left)          \
    map(alloc : chosen[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      bool is_largest = color[i] < 0;
      for (int other : Span<const int>{edge + start[i], start[i + 1] - start[i]})
        if (color[other] < 0 && (priority[other] > priority[i] || (priority[other] == priority[i] && other > i)))
          is_largest = false;
      chosen[i] = is_largest;
    }
#pragma omp parallel for reduction(+ : left)
    for (int i = 0; i < n; i++) {
      if (chosen[i])
        color[i] = round;
      left += color[i] < 0;
    }
  }
  return left;
}

static int conflicts(const Graph &graph, const int *color) {
  const int n = graph.nodes(), m = graph.edges();
  const int *start = graph.start(), *edge = graph.edge();
  int bad = 0;
#pragma omp target teams distribute parallel for map(to : start[0 : n + 1], edge[0 : m], color[0 : n]) reduction(+ : bad) \
    map(tofrom : bad)
  for (int i = 0; i < n; i++)
    for (int k = start[i]; k < start[i + 1]; k++) {
      const auto [low, high] = ordered(i, edge[k]);
      bad += low != high && color[low] == color[high];
    }
  return bad;
}

/* The sizes of the colors, and the nodes sorted by color. */
static void sort_by_color(const int *color, int n, int *size, int *order, int colors) {
#pragma omp target map(to : color[0 : n]) map(from : size[0 : colors], order[0 : n])
  {
#pragma omp parallel for
    for (int c = 0; c < colors; c++) {
      size[c] = 0;
      for (int i = 0; i < n; i++)
        size[c] += color[i] == c;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      int rank = 0;
      for (int c = 0; c < color[i]; c++)
        rank += size[c];
      for (int k = 0; k < i; k++)
        rank += color[k] == color[i];
      order[rank] = i;
    }
  }
}

static std::vector<int> color_serial(const Graph &graph) {
  std::vector<int> color(graph.nodes(), -1), order;
  for (int i = 0; i < graph.nodes(); i++)
    order.push_back(i);
  for (int round = 0, left = graph.nodes(); left > 0; round++) {
    std::vector<int> set;
    for (int i : order) {
      bool is_largest = color[i] < 0;
      for (int k = graph.start()[i]; k < graph.start()[i + 1] && is_largest; k++) {
        const int other = graph.edge()[k];
        is_largest = color[other] >= 0 || std::make_pair(graph.priority()[other], other) <= std::make_pair(graph.priority()[i], i);
      }
      if (is_largest)
        set.push_back(i);
    }
    for (int i : set)
      color[i] = round;
    left -= static_cast<int>(set.size());
  }
  return color;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 200, steps = argc > 2 ? std::atoi(argv[2]) : 2;
  long sum = 0;
  int wrong = 0;
  for (int step = 0; step < steps; step++) {
    const Graph graph(n, 99 + step);
    std::vector<int> color(n, -1), chosen(n), order(n);
    int rounds = 0;
    while (color_round(graph, color.data(), chosen.data(), rounds) > 0)
      rounds++;
    rounds++;
    wrong += conflicts(graph, color.data());
    std::vector<int> size(rounds);
    sort_by_color(color.data(), n, size.data(), order.data(), rounds);
    const std::vector<int> expected = color_serial(graph);
    for (int i = 0; i < n; i++) {
      wrong += color[i] != expected[i];
      wrong += i && color[order[i - 1]] > color[order[i]];
      sum += static_cast<long>(i) * color[i] + order[i] % 7;
    }
    wrong += *std::max_element(expected.begin(), expected.end()) + 1 != rounds;
  }
  std::printf("coloring: checksum %ld: %s\n", sum, wrong ? "WRONG" : "ok");
  return wrong ? 1 : 0;
}
