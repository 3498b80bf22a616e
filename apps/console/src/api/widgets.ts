import type { BUILDER, WebsiteRecord, WidgetPosition } from '@bridge/contracts';
import { queryOptions } from '@tanstack/react-query';
import { send } from './client.ts';

type WidgetCatalog = (typeof BUILDER.widgetsCatalog.output)['_output'];
/** A widget of the catalogue. */
export type CatalogWidget = WidgetCatalog['widgets'][number];

/** Reads the widgets that can be put into a website. */
export const widgetsQuery = queryOptions({
  queryKey: ['widgets'],
  queryFn: async ({ signal }) =>
    (await send<WidgetCatalog>('GET', '/api/console/widgets', { signal })).widgets,
  staleTime: Infinity,
});

/** A widget with its params and its place in the stored draft. */
export interface WidgetInstall {
  readonly pageId: number;
  readonly revision: number;
  readonly widgetId: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly position: WidgetPosition;
}

/** Puts a widget into the stored draft, as its next revision. */
export function installWidget(
  { pageId, revision, widgetId, params, position }: WidgetInstall,
  key: string,
): Promise<{ readonly website: WebsiteRecord }> {
  return send('POST', `/api/console/pages/${pageId}/widget`, {
    body: {
      expected_revision: revision,
      widget_id: widgetId,
      params,
      position,
      idempotency_key: key,
    },
  });
}
