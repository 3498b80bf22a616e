import { expect, test } from 'vitest';
import { ImportMap } from './import-map.ts';

function mapOf(imports: Readonly<Record<string, string>>): ImportMap {
  const map = new ImportMap();
  map.add(JSON.stringify({ imports }), { line: 1, column: 1 });
  return map;
}

test('the longest prefix of an import map gives the target of a specifier', () => {
  const map = mapOf({ 'lib/': '/short/', 'lib/deep/': '/long/', lib: '/whole.js' });
  expect(map.targets('lib/deep/a.js')).toEqual(['/long/a.js']);
  expect(map.targets('lib/a.js')).toEqual(['/short/a.js']);
  expect(map.targets('lib/')).toEqual(['/short/']);
  expect(map.targets('lib')).toEqual(['/whole.js']);
  expect(map.targets('other/a.js')).toEqual([]);
});
