import { CSS_REFERENCES, type CssConstruct, type ReferenceKind } from '../model/index.ts';

const CSS_ROWS = new Map(CSS_REFERENCES.map((row) => [row.id, row]));

/** The kind of reference that a construct of CSS is; `element` names where the style sheet stands. */
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
