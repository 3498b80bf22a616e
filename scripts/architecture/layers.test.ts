import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { drawLayers } from './draw-layers.ts';
import { orderLayers, type LayerProject, readLayers } from './layers.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const project = (folder: string, layer: string, imports: readonly string[] = []): LayerProject => ({
  folder,
  layer,
  imports,
});

test('docs/architecture.svg shows the imports of the code', () => {
  const drawn = drawLayers(readLayers(ROOT));
  const stored = readFileSync(join(ROOT, 'docs', 'architecture.svg'), 'utf8');
  expect(stored === drawn, 'docs/architecture.svg is not current. Run: npm run gen:docs').toBe(
    true,
  );
});

test('every lib and app is read, with the imports of its sources and without those of its tests', () => {
  const projects = readLayers(ROOT).flatMap((layer) => layer.projects);
  const worlds = projects.find(({ folder }) => folder === 'libs/worlds');
  expect(worlds?.layer).toBe('service');
  expect(worlds?.imports).toContain('libs/db');
  expect(worlds?.imports).not.toContain('libs/testing');
  expect(projects.map(({ folder }) => folder)).toContain('apps/console');
});

describe('layers', () => {
  test('stand above the layers that they import', () => {
    const layers = orderLayers([
      project('libs/base', 'base'),
      project('libs/a', 'middle', ['libs/base']),
      project('libs/b', 'middle', ['libs/a']),
      project('apps/c', 'app', ['libs/b', 'libs/base']),
    ]);
    expect(layers.map(({ name, imports }) => [name, imports])).toEqual([
      ['app', ['base', 'middle']],
      ['middle', ['base']],
      ['base', []],
    ]);
  });

  test('that import each other are refused by name', () => {
    const circle = [project('libs/a', 'one', ['libs/b']), project('libs/b', 'two', ['libs/a'])];
    expect(() => orderLayers(circle)).toThrow('one → two → one');
  });

  test('change the picture with each import', () => {
    const base = project('libs/base', 'base');
    const before = orderLayers([base, project('apps/c', 'app')]);
    const after = orderLayers([base, project('apps/c', 'app', ['libs/base'])]);
    expect(drawLayers(after)).not.toBe(drawLayers(before));
    expect(drawLayers(orderLayers([project('apps/c', 'app'), base]))).toBe(drawLayers(before));
  });
});
