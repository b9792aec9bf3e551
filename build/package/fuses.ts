import { FuseV1Options, FuseVersion, type FuseV1Config } from '@electron/fuses';

/**
 * Fuses, set in the program before signing. Each is stated, so packing fails if a later Electron adds one.
 * Rule: Electron security checklist, 19.
 */
export const fuses = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  // No environment variable turns the program into plain Node.
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // Only packed code runs.
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  // No cookie is stored, so no key to encrypt them is needed (`network_context_service.cc`).
  [FuseV1Options.EnableCookieEncryption]: false,
  // Main and window start from one snapshot; the app has none of its own.
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // The window's files use the app's protocol, never file://.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // Chromium's default: hardware checks bounds of WebAssembly memory.
  [FuseV1Options.WasmTrapHandlers]: true,
} as const satisfies FuseV1Config;
