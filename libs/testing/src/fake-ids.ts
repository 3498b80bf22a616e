import type { Ids } from '@bridge/kernel';

const ID_CHARS = 26;

/** Ids that count up: `req_00000000000000000000000001`, then …2. They have the form of real ids. */
export function countingIds(): Ids {
  let made = 0;
  return {
    make(prefix) {
      made += 1;
      return `${prefix}_${String(made).padStart(ID_CHARS, '0')}`;
    },
  };
}
