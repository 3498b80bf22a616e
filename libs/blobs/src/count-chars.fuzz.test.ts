import { fuzz } from '@bridge/testing/fuzz';
import fc from 'fast-check';
import { expect } from 'vitest';
import { countChars } from './text-body.ts';

fuzz('code-points', 'characters of a text are its code points, counted on its bytes', () =>
  fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (any) => {
    const text = any.toWellFormed();
    expect(countChars(new TextEncoder().encode(text))).toBe([...text].length);
  }),
);
