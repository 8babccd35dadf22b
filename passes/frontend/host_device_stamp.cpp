// FILE: passes/frontend/host_device_stamp.cpp
// WHAT: see host_device_stamp.h.
#include "host_device_stamp.h"

#include "../compat_clang.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclGroup.h"
#include "clang/AST/Expr.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace clang;

namespace {

class StampConsumer : public ASTConsumer {
public:
  StampConsumer(CompilerInstance &CI, StringRef Stamp) : CI(CI), Asm(Stamp.str()) {}

  // Clang hands the end of the translation unit to this consumer before it does to the code
  // generator, which therefore still takes declarations.
  void HandleTranslationUnit(ASTContext &Context) override {
    QualType Type = Context.getStringLiteralArrayType(Context.CharTy, Asm.size());
    SourceLocation End = CI.getSourceManager().getLocForEndOfFile(CI.getSourceManager().getMainFileID());
    auto *Literal =
        StringLiteral::Create(Context, Asm, StringLiteralKind::Ordinary, /*Pascal=*/false, Type, End);
    CI.getASTConsumer().HandleTopLevelDecl(
        DeclGroupRef(FileScopeAsmDecl::Create(Context, Context.getTranslationUnitDecl(), Literal, End, End)));
  }

private:
  CompilerInstance &CI;
  std::string Asm;
};

} // namespace

std::unique_ptr<ASTConsumer> cleave::createStampConsumer(CompilerInstance &CI, StringRef Stamp) {
  // STAMP is a line of C, `__asm__("...");`.
  return std::make_unique<StampConsumer>(CI, Stamp.split('"').second.rsplit('"').first);
}

std::string cleave::readModuleAsm(StringRef Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer)
    return "";
  llvm::LLVMContext Context;
  auto Module = llvm::getLazyBitcodeModule((*Buffer)->getMemBufferRef(), Context);
  if (!Module) {
    llvm::consumeError(Module.takeError());
    return "";
  }
  return (*Module)->getModuleInlineAsm();
}
