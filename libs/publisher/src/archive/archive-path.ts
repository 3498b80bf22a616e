/** Maximum number of files in the zip archive of a publication. Making a larger archive throws. */
export const ARCHIVE_FILES_MAX = 2_000;
const PATH_CHARS_MAX = 200;
/** A relative path of letters, digits, `.`, `_`, `-` and `/`, which all unpacking tools and file systems accept unchanged. */
const SAFE = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;
/** Device names that Windows reserves, such as `con`, also with an extension (`con.txt`). */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;

/**
 * Returns a description of the first fault in the paths of a zip archive, or null when there is none. Faults are: too many
 * files, a long path, an absolute path, `..`, an unsafe character, a device name of Windows, two paths that differ only in
 * case. Spec: publishing.archive-names.
 */
export function archivePathsProblem(paths: readonly string[]): string | null {
  if (paths.length > ARCHIVE_FILES_MAX) return `more than ${ARCHIVE_FILES_MAX} files`;
  const seen = new Set<string>();
  for (const path of paths) {
    if (path.length > PATH_CHARS_MAX || !SAFE.test(path)) return 'a path outside the safe alphabet';
    if (path.split('/').some((part) => DEVICE.test(part) || part.endsWith('.')))
      return 'a name that is reserved on Windows';
    const folded = path.toLowerCase();
    if (seen.has(folded)) return 'two paths that differ in case only';
    seen.add(folded);
  }
  return null;
}
