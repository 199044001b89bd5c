; The installer. It installs for the current user, without an administrator. /S installs or
; uninstalls without windows; /D=FOLDER sets the folder. Neither changes the data folder, which
; has the battles.
Target amd64-unicode
!include MUI2.nsh

Name "Trierarch"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Trierarch"
InstallDirRegKey HKCU "Software\Trierarch" "Folder"
RequestExecutionLevel user
SetCompressor /SOLID lzma
SetCompressorDictSize 64
VIProductVersion "${NUMBERS}"
VIAddVersionKey "ProductName" "Trierarch"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "Installs Trierarch"
VIAddVersionKey "LegalCopyright" "MIT or Apache-2.0"

!define MUI_ICON "${STAGE}\trierarch.ico"
!define MUI_UNICON "${STAGE}\trierarch.ico"
!define MUI_FINISHPAGE_RUN "$INSTDIR\trierarchw.exe"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

!define CLASSES "Software\Classes"
!define LISTED "Software\Microsoft\Windows\CurrentVersion\Uninstall\Trierarch"

Section
  SetOutPath "$INSTDIR"
  ; A running program cannot be replaced; the installer then reports that and stops.
  ClearErrors
  File /r "${STAGE}\*"
  IfErrors 0 +4
    MessageBox MB_OK|MB_ICONSTOP "The files of Trierarch cannot be replaced. Close Trierarch, then start this installer again." /SD IDOK
    SetErrorLevel 1
    Abort
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Trierarch.lnk" "$INSTDIR\trierarchw.exe"

  WriteRegStr HKCU "Software\Trierarch" "Folder" "$INSTDIR"
  WriteRegStr HKCU "${CLASSES}\.battle" "" "Trierarch.Battle"
  WriteRegStr HKCU "${CLASSES}\Trierarch.Battle" "" "Trierarch battle"
  WriteRegStr HKCU "${CLASSES}\Trierarch.Battle\DefaultIcon" "" "$INSTDIR\trierarch.ico"
  WriteRegStr HKCU "${CLASSES}\Trierarch.Battle\shell\open\command" "" '"$INSTDIR\trierarchw.exe" --open "%1"'
  WriteRegStr HKCU "${CLASSES}\trierarch" "" "URL:Trierarch fleet"
  WriteRegStr HKCU "${CLASSES}\trierarch" "URL Protocol" ""
  WriteRegStr HKCU "${CLASSES}\trierarch\shell\open\command" "" '"$INSTDIR\trierarchw.exe" "%1"'
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'

  WriteRegStr HKCU "${LISTED}" "DisplayName" "Trierarch"
  WriteRegStr HKCU "${LISTED}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${LISTED}" "DisplayIcon" "$INSTDIR\trierarch.ico"
  WriteRegStr HKCU "${LISTED}" "Publisher" "The Trierarch maintainers"
  WriteRegStr HKCU "${LISTED}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${LISTED}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${LISTED}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${LISTED}" "EstimatedSize" ${KIB}
  WriteRegDWORD HKCU "${LISTED}" "NoModify" 1
  WriteRegDWORD HKCU "${LISTED}" "NoRepair" 1
SectionEnd

Section "Uninstall"
  ; By name, so that other files in the folder stay.
  Delete "$INSTDIR\trierarch.exe"
  Delete "$INSTDIR\trierarchw.exe"
  Delete "$INSTDIR\trierarch.ico"
  Delete "$INSTDIR\LICENSE-MIT"
  Delete "$INSTDIR\LICENSE-APACHE"
  Delete "$INSTDIR\CHANGELOG.md"
  Delete "$INSTDIR\third-party.txt"
  Delete "$INSTDIR\fonts\*-OFL.txt"
  RMDir "$INSTDIR\fonts"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Trierarch.lnk"

  ; If another program has registered the extension since then, its entry stays.
  ReadRegStr $0 HKCU "${CLASSES}\.battle" ""
  StrCmp $0 "Trierarch.Battle" 0 +2
    DeleteRegKey HKCU "${CLASSES}\.battle"
  DeleteRegKey HKCU "${CLASSES}\Trierarch.Battle"
  DeleteRegKey HKCU "${CLASSES}\trierarch"
  DeleteRegKey HKCU "${LISTED}"
  DeleteRegKey HKCU "Software\Trierarch"
SectionEnd
