const namesOfList = (list: string): readonly string[] => list.trim().split(/\s+/);

/** Makes a set from a list of names that are separated by white space. */
export const nameSet = (list: string): ReadonlySet<string> => new Set(namesOfList(list));

/** Makes map entries with the same value for each name in a list. White space separates the names. */
export const nameEntries = <const T>(list: string, value: T): readonly (readonly [string, T])[] =>
  namesOfList(list).map((name) => [name, value]);
