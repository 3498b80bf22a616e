import { CSS_REFERENCES, type CssConstruct, type ReferenceKind } from '../model/index.ts';

/**
 * Returns the construct, class and warning code for an address in CSS. `element` is the element or attribute that contains the
 * CSS; a warning names it.
 */
export function cssKind(id: CssConstruct, element: string): ReferenceKind {
  const { construct, class: kind, code } = CSS_REFERENCES[id];
  return {
    construct: `${element} ${construct}`,
    class: kind,
    code,
    asks: true,
    ownFragments: true,
  };
}
