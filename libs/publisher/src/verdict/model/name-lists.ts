const namesOfList = (list: string): readonly string[] => list.trim().split(/\s+/);

/** A set of the names in a list, which are separated by white space. */
export const nameSet = (list: string): ReadonlySet<string> => new Set(namesOfList(list));

/** Map entries that give every name in a list the same value. */
export const nameEntries = <const T>(list: string, value: T): readonly (readonly [string, T])[] =>
  namesOfList(list).map((name) => [name, value]);
