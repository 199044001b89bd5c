/* What Rust's standard library asks of bcryptprimitives.dll, for the test under a Wine
   that has none. It is no part of what is installed: Windows has its own. */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE into, SIZE_T length) {
  return RtlGenRandom(into, (ULONG)length);
}
