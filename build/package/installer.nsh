; An existing login item names the program by its path (`Browser::SetLoginItemSettings` in Electron's `browser_win.cc`): points it to this
; installation. Windows stores in another value whether the user has turned the item off.
!macro customInstall
  Push $0
  ReadRegStr $0 HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
  ${if} $0 != ""
    WriteRegStr HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" --hidden'
  ${endIf}
  Pop $0
!macroend

; Asks what is to become of what the user has made. Keeping it is the answer of Enter and of a silent uninstallation.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    ; What the app has registered for the user while it ran: the start at login (the names are Electron's, `browser_win.cc`) and its links.
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "${APP_ID}"
    DeleteRegKey HKCU "Software\Classes\rwa-explorer"
    ; What starts it for a notification (`toastActivator` in `main/platform/system/installation.ts`).
    DeleteRegKey HKCU "Software\Classes\CLSID\{2CACFEF2-F96A-4E93-9C48-E54D6548CD96}"
    ; The folders of the user, also of an installation for all users.
    SetShellVarContext current
    ; Where electron-updater keeps what it has downloaded (`updaterCacheDirName` in electron-builder's `appInfo.ts`).
    RMDir /r "$LOCALAPPDATA\rwa-explorer-updater"
    ${if} $installMode == "all"
      ; Electron makes one for its notifications where the user has none.
      Delete "$SMPROGRAMS\${PRODUCT_NAME}.lnk"
    ${endIf}
    MessageBox MB_YESNO|MB_DEFBUTTON2|MB_ICONQUESTION "Remove your saved views, notes and cached data from this computer too?" /SD IDNO IDNO keepData
      ; The app names it after the product, not after the program (`main/platform/system/userFolders.ts`).
      RMDir /r "$LOCALAPPDATA\${PRODUCT_NAME}"
      RMDir /r "$LOCALAPPDATA\rwa-explorer"
    keepData:
    ; What follows removes the entries of an installation for all users by this context.
    ${if} $installMode == "all"
      SetShellVarContext all
    ${endIf}
  ${endIf}
!macroend
