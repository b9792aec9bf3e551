/** Variables of electron-builder for certificates and notarization. */
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
 * Removes empty signing variables. An unset secret arrives as empty text, which electron-builder on macOS
 * takes for the path of a certificate, and fails.
 */
export function dropEmptySigning(environment: NodeJS.ProcessEnv): void {
  for (const name of signingVariables) {
    if (environment[name]?.trim() === '') Reflect.deleteProperty(environment, name);
  }
}
