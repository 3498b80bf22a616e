import type { RandomIdGenerator } from '@bridge/kernel';

const ID_CHARS = 26;

/** Creates a source of ids in the form of real ones. They contain a counter, such as `req_00000000000000000000000001`. */
export function countingIds(): RandomIdGenerator {
  let made = 0;
  return {
    make(prefix) {
      made += 1;
      return `${prefix}_${String(made).padStart(ID_CHARS, '0')}`;
    },
  };
}
