import { describe, expect, test } from 'vitest';
import { type CssUrlOccurrence, scanCss } from './scan-css.ts';

function addressesOf(css: string): readonly CssUrlOccurrence[] {
  const addresses: CssUrlOccurrence[] = [];
  scanCss(css, (address) => addresses.push(address));
  return addresses;
}
/**
 * Returns the addresses in CSS, each as the text `<construct> <address> @<offset>`. A `~` before it marks an address that the
 * browser computes (`var()`).
 */
const shown = (css: string): readonly string[] =>
  addressesOf(css).map(
    ({ construct, raw, offset, computed }) =>
      `${computed === true ? '~' : ''}${construct} ${raw} @${offset}`,
  );

// Verifies: publishing.online.
describe('the addresses of a style sheet', () => {
  test.each([
    ['an address without quotes', 'a{b:url(x)}', ['url x @4']],
    ['an address in quotes', 'a{b:url("x")}', ['url x @8']],
    ['an address in `src`', 'a{b:src("x")}', ['src x @8']],
    ['escapes in the name and in the address', 'a{b:u\\72l(\\78 y)}', ['url xy @4']],
    ['an address with blanks around it behind an escaped name', 'a{b:u\\72l( x )}', ['url x @4']],
    [
      'an address behind an escaped name and many blanks',
      `a{b:u\\72l(${' '.repeat(5_000)}x)}`,
      ['url x @4'],
    ],
    ['escaped quotes and parentheses in it', 'a{b:u\\72l(\\"\\)x) c:d}', ['url ")x @4']],
    [
      'a variable in the second of two functions',
      'a{b:image-set("x"),c(var(--y))}',
      ['image-set x @14'],
    ],
    [
      'a variable in the second of two addresses',
      'a{b:image-set("x"),image-set(var(--y))}',
      ['image-set x @14', '~image-set  @29'],
    ],
    ['no address in a variable before the first block', '@container style(--a:var(--b)){}', []],
    ['no address in a function after an unclosed one', 'a{b:image-set(}c{d:e(var(--y))}', []],
    ['a variable in a function in an address', 'a{b:image-set(c(var(--y)))}', ['~image-set  @16']],
    [
      'one address behind an escaped name, although it contains names',
      'a{b:u\\72l(url) url(y)}',
      ['url url @4', 'url y @15'],
    ],
    ['an escaped name at the very start', 'u\\72l(x)', ['url x @0']],
    ['two escaped names one after the other', 'a{b:u\\72l(x)u\\72l(y)}', ['url x @4', 'url y @12']],
    [
      'one address when an escaped name stands inside an open one',
      'a{b:u\\72l(        u\\72l(y',
      ['url url(y @4'],
    ],
    ['an address that the end of the sheet cuts', 'a{b:url(x\\', ['url x\ufffd @4']],
    ['no address in a broken `url`', 'a{b:url(x"y)}', []],
    ['no address in a broken `url` before a backslash', 'a{b:url(x"y)}\\', []],
    ['an escaped name with a text, once', 'a{b:u\\72l("x")}', ['url x @10']],
    [
      'a broken `url` at the end of a sheet, and the one before it',
      'a{b:url(y)url(x"\\',
      ['url y @4', 'url x"\ufffd @10'],
    ],
    ['a set of images behind an unclosed block', 'a{b:image-set(}c{d:"x"}', []],
    ['a set of images', 'a{b:image-set("x" 1x, "y" 2x)}', ['image-set x @14', 'image-set y @22']],
    [
      'a set of images that the cascade computes',
      'a{b:image-set(var(--c) 1x)}',
      ['~image-set  @14'],
    ],
    ['a set of images by a function of the sheet', 'a{b:image-set(--f() 1x)}', ['~image-set  @14']],
    ['nothing that the cascade computes outside of addresses', 'a{b:var(--c) env(d)}', []],
    [
      'nothing of a calculation in a set of images',
      'a{b:image-set("x" calc(1x))}',
      ['image-set x @14'],
    ],
    ['no text outside of a function', 'a{content:"x"}', []],
    ['no text of another function inside of an address', 'a{b:image-set(type("x"))}', []],
    [
      'no text in parentheses inside of a set of images',
      'a{b:image-set(("x") "y")}',
      ['image-set y @20'],
    ],
    ['a text behind a function that ended', 'a{b:url("x") "y"}', ['url x @8']],
    ['a text behind a block that ended inside of a function', 'a{b:url(} c{content:"x"}', []],
    ['a text behind a semicolon inside of a function', 'a{b:image-set(;content:"x"}', []],
  ])('%s', (_, css, addresses) => {
    expect(shown(css)).toEqual(addresses);
  });

  test.each([
    ['an import by text', '@import "x";', ['import-string x @8']],
    ['an import by `url`', '@import url(x) print;', ['import-url x @8']],
    ['an import whose name is escaped', '@\\69mport "x";', ['import-string x @10']],
    ['only the first text of an import', '@import "x" "y";', ['import-string x @8']],
    [
      'only the first address of an import',
      '@import url(x) url(y);',
      ['import-url x @8', 'url y @15'],
    ],
    ['no text behind another word of an import', '@import layer "x";', []],
    [
      'an import whose condition has a function',
      '@import supports(a b) "x";',
      ['import-string x @22'],
    ],
    ['no text of a rule behind an import', '@import; a{content:"x"}', []],
    ['an import behind a broken `url`', '@import url(a"b) "x";', ['import-string x @17']],
    ['an import behind another rule', 'a{} @import "x";', ['import-string x @12']],
    ['no text behind an empty import', '@import;"x"', []],
    ['no text between rules', 'a{}"x"', []],
    ['no text behind a block that ended inside of a function', 'a{b:src(}"x"', []],
    [
      'an address between the block of a font and the next',
      '@font-face{src:url(x)} url(y)',
      ['font-face x @15', 'url y @23'],
    ],
    [
      'one address of escaped names inside of each other',
      'a{b:u\\72l(u\\72l(y)}',
      ['url url(y @4'],
    ],
    ['no import of a text in a block', '@import{content:"x"}', []],
    ['the source of a font', '@font-face{src:url(x)}', ['font-face x @15']],
    [
      'an address behind the block of a font',
      '@font-face{src:url(x)} a{b:url(y)}',
      ['font-face x @15', 'url y @27'],
    ],
    [
      'the source of a font in a group of rules',
      '@media print{@font-face{src:url(x)} a{b:url(y)}}',
      ['font-face x @28', 'url y @40'],
    ],
    ['no namespace', '@namespace url(x);a{b:url(y)}', ['url y @22']],
    ['an address inside of a rule for a document', '@document url(x){a{b:url(y)}}', ['url y @21']],
  ])('%s', (_, css, addresses) => {
    expect(shown(css)).toEqual(addresses);
  });
});
