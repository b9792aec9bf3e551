; Asks what is to become of what the user has made. Keeping it is the answer of Enter and of a silent uninstallation.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    MessageBox MB_YESNO|MB_DEFBUTTON2|MB_ICONQUESTION "Remove your saved views, notes and cached data from this computer too?" /SD IDNO IDNO keepData
      SetShellVarContext current
      ; Electron names the folder after the product, not after the program.
      RMDir /r "$APPDATA\${PRODUCT_NAME}"
    keepData:
  ${endIf}
!macroend
