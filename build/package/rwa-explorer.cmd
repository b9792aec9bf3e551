@echo off
rem The command line of RWA Explorer. The program has no console of its own: it writes to this one, and a batch file waits for it.
rem Before "--" Electron ends a program that is given anything after an address (CheckCommandLineArguments in its sources).
"%~dp0..\rwa-explorer.exe" -- %*
exit /b %ERRORLEVEL%
