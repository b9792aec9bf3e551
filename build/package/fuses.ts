import { FuseV1Options, FuseVersion, type FuseV1Config } from '@electron/fuses';

/**
 * The switches that are burnt into the program before it is signed, every one stated: a fuse that a later Electron adds makes
 * packing fail until it has its line here. Rule: Electron security checklist, 19.
 */
export const fuses = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  // No environment variable makes the program a plain Node.
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // Only the code that was packed runs.
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  // No cookie is ever stored, so the keychain is not asked for a key to encrypt them (`network_context_service.cc`).
  [FuseV1Options.EnableCookieEncryption]: false,
  // Main and window start from the same snapshot: the app makes none of its own.
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // The window's files come by a protocol of the app, never by file://.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // Chromium's default; bounds of WebAssembly memory are checked in hardware.
  [FuseV1Options.WasmTrapHandlers]: true,
} as const satisfies FuseV1Config;
