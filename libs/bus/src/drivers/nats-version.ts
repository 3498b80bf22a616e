/**
 * Oldest safe NATS version of each minor release. Older ones admit clients without permission (NATS security notes 2026-16 and
 * -18).
 */
export const VERSION_FLOORS = ['2.14.0', '2.12.7', '2.11.16'];

/** True when the NATS version is not older than the oldest safe one of its minor release; newer releases are safe. */
export function isSafeVersion(version: string): boolean {
  const numbers = (text: string): number[] => text.split('-')[0]?.split('.').map(Number) ?? [];
  const [major = 0, minor = 0, patch = 0] = numbers(version);
  return VERSION_FLOORS.some((text, index) => {
    const [floorMajor = 0, floorMinor = 0, floorPatch = 0] = numbers(text);
    if (index === 0 && (major > floorMajor || (major === floorMajor && minor > floorMinor)))
      return true;
    return major === floorMajor && minor === floorMinor && patch >= floorPatch;
  });
}
