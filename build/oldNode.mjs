/**
 * The sources run as TypeScript, and the database needs a recent Node, which every npm script uses. Ends this
 * process with a message if its Node is older.
 * @param {string} command the command to use instead
 */
export function refuseOldNode(command) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= 22) return;
  process.stderr.write(
    `This needs Node 22 or newer and was run with Node ${process.versions.node}. Run: ${command}\n`,
  );
  process.exit(2);
}
