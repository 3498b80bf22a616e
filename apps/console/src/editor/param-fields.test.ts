import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { paramsOf, readFields, type WidgetParamValues } from './param-fields.ts';

const WIDGETS = join(import.meta.dirname, '../../../../libs/builder/widgets');

// Verifies: console.widgets.
test('every param of every widget has a field of its kind', () => {
  const files = globSync('*/*/params.schema.json', { cwd: WIDGETS });
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) {
    const schema = JSON.parse(readFileSync(join(WIDGETS, file), 'utf8')) as WidgetParamValues;
    const names = Object.keys(schema['properties'] ?? {});
    expect(
      readFields(schema).map(({ name }) => name),
      file,
    ).toEqual(names);
  }
});

// Verifies: console.widgets.
test('a form sends what was filled in, with groups, numbers and switches as their types', () => {
  const fields = readFields({
    type: 'object',
    properties: {
      title: { type: 'string', maxLength: 80 },
      size: { type: 'string', enum: ['small', 'full'] },
      count: { type: 'integer' },
      open: { type: 'boolean' },
      image: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      work: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      list: { type: 'array' },
    },
    required: ['work'],
  });
  expect(fields.map(({ name, kind }) => [name, kind])).toEqual([
    ['title', 'text'],
    ['size', 'choice'],
    ['count', 'number'],
    ['open', 'check'],
    ['image', 'text'],
    ['work', 'group'],
  ]);
  expect(paramsOf(fields, {})).toEqual({ work: {} });
  const values = { title: 'On', size: '', count: '3', open: true, work: { name: 'Nocturne' } };
  expect(paramsOf(fields, values)).toEqual({
    title: 'On',
    count: 3,
    open: true,
    work: { name: 'Nocturne' },
  });
});
