; Asks what is to become of what the user has made. Keeping it is the answer of Enter and of a silent uninstallation.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    ; What the app has registered for the user while it ran: the start at login (the names are Electron's, `browser_win.cc`) and its links.
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "${APP_ID}"
    DeleteRegKey HKCU "Software\Classes\rwa-explorer"
    MessageBox MB_YESNO|MB_DEFBUTTON2|MB_ICONQUESTION "Remove your saved views, notes and cached data from this computer too?" /SD IDNO IDNO keepData
      SetShellVarContext current
      ; The app names it after the product, not after the program (`main/platform/system/userFolders.ts`).
      RMDir /r "$LOCALAPPDATA\${PRODUCT_NAME}"
      RMDir /r "$LOCALAPPDATA\rwa-explorer"
      ; What follows removes the entries of an installation for all users by this context.
      ${if} $installMode == "all"
        SetShellVarContext all
      ${endIf}
    keepData:
  ${endIf}
!macroend
