import { CSS_REFERENCES, type CssConstruct, type ReferenceKind } from '../model/index.ts';

const CSS_ROWS = new Map(CSS_REFERENCES.map((row) => [row.id, row]));

/** The kind of reference of a CSS construct; `element` names the element or attribute that holds the style sheet. */
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
