/**
 * The sources run as TypeScript and the database needs a new Node, which the project brings along: every npm script
 * runs on it. Ends this process with one sentence when it was started with an older one.
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
