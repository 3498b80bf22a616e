import type { ArchiveRecord } from '@bridge/archive';
import { describe, expect, test } from 'vitest';
import { TestArchive, testRecord } from '../archive.fixture.ts';

let count = 0;
const record = (title: string, form: ArchiveRecord['form'], maker: string): ArchiveRecord =>
  testRecord(String((count += 1)), {
    title,
    form,
    creators: maker === '' ? [] : [{ name: maker }],
  });

const archive = TestArchive.of([
  record('Marble Staircase', 'painting', 'Ada Weber'),
  record('Marble and shadow', 'painting', 'Ada Weber'),
  record('Staircase', 'painting', 'Otto Lind'),
  record('A lecture on Ada Weber', 'recording', ''),
  record('Evening', 'painting', 'Ada Weber'),
  record('Portable music stand', 'furniture', 'Jon Hay'),
  record('People in a fountain', 'photograph', 'Jon Hay'),
  record('Cooling tower', 'photograph', 'Jon Hay'),
  record('Radio', 'design', 'Ida Moll'),
]);

describe('what follows a work that the query names', () => {
  // Verifies: search.known-work.
  test('similar titles by its maker come before titles that share one word', async () => {
    expect((await archive.titles('marble staircase')).slice(0, 3)).toEqual([
      'painting: Marble Staircase',
      'painting: Marble and shadow',
      'painting: Staircase',
    ]);
  });

  // Verifies: search.known-work.
  test('recordings about the named maker come before other works by the maker', async () => {
    const titles = await archive.titles('marble staircase ada weber');
    expect(titles[0]).toBe('painting: Marble Staircase');
    expect(titles.indexOf('recording: A lecture on Ada Weber')).toBeLessThan(
      titles.indexOf('painting: Evening'),
    );
  });
});

// Verifies: search.roles.
test('a thing alone answers "the thing and other things of a kind"', async () => {
  const [first] = await archive.titles('radios and other portable music players');
  expect(first).toBe('design: Radio');
});

// Verifies: search.roles.
test('what people do weighs less than where they are', async () => {
  const [first] = await archive.titles('people cooling off at the fountain');
  expect(first).toBe('photograph: People in a fountain');
});
