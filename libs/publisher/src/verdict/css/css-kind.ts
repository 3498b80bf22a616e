import { CSS_REFERENCES, type CssConstruct, type ReferenceKind } from '../model/index.ts';

const CSS_ROWS = new Map(CSS_REFERENCES.map((row) => [row.id, row]));

/** The reference kind of a CSS construct. `element` is the element or attribute that contains the CSS, for warnings. */
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
