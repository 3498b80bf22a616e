import {
  CSS_REFERENCES,
  type ReferencingCssConstructName,
  type ReferenceKind,
} from '../model/index.ts';

/**
 * Returns how an address in CSS is reported: its construct (such as `style url()`), its class (such as `required`) and its
 * warning code. `element` is the element or attribute that contains the CSS; the warning names it.
 */
export function cssKind(id: ReferencingCssConstructName, element: string): ReferenceKind {
  const { construct, class: kind, code } = CSS_REFERENCES[id];
  return {
    construct: `${element} ${construct}`,
    class: kind,
    code,
    asks: true,
    ownFragments: true,
  };
}
