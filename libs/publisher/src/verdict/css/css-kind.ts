import { CSS_REFERENCES, type CssConstruct, type ReferenceKind } from '../model/index.ts';

const CSS_ROWS = new Map(CSS_REFERENCES.map((row) => [row.id, row]));

/**
 * Returns the construct, class and warning code for an address in CSS. `element` is the element or attribute that contains the
 * CSS; a warning names it.
 */
export function cssKind(construct: CssConstruct, element: string): ReferenceKind {
  const row = CSS_ROWS.get(construct);
  return {
    construct: `${element} ${row?.construct ?? construct}`,
    class: row?.class ?? 'required',
    code: row?.code ?? 'external_image',
    asks: true,
    ownFragments: true,
  };
}
