/** What electron-builder reads of certificates and of who notarises. */
const signingVariables = [
  'CSC_LINK',
  'CSC_KEY_PASSWORD',
  'WIN_CSC_LINK',
  'WIN_CSC_KEY_PASSWORD',
  'APPLE_ID',
  'APPLE_APP_SPECIFIC_PASSWORD',
  'APPLE_TEAM_ID',
];

/**
 * Takes variables of signing that say nothing out of an environment. A secret that is not set arrives as an empty text, which
 * electron-builder takes on macOS for the path of a certificate, and ends.
 */
export function dropEmptySigning(environment: NodeJS.ProcessEnv): void {
  for (const name of signingVariables) {
    if (environment[name]?.trim() === '') Reflect.deleteProperty(environment, name);
  }
}
