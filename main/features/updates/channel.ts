/** Under which name a feed lists the files of a build: those of a Mac with an Intel processor are not the files of the others. */
export function updateChannel({ platform, arch }: Pick<NodeJS.Process, 'platform' | 'arch'>): string {
  return platform === 'darwin' && arch === 'x64' ? 'latest-intel' : 'latest';
}
