/* The function of bcryptprimitives.dll that Rust's standard library calls, for tests under a
   Wine without this library. It is not installed: Windows has its own. */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE into, SIZE_T length) {
  return RtlGenRandom(into, (ULONG)length);
}
