// Answers for clang that it has the version VERSION.
#include <string>
namespace clang {
std::string getClangFullVersion() { return VERSION; }
} // namespace clang
