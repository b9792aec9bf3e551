@echo off
rem The command line of RWA Explorer. The program has no console of its own: it writes to this one, and a batch file waits for it.
"%~dp0..\rwa-explorer.exe" %*
exit /b %ERRORLEVEL%
