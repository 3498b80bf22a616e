import type { BUILDER, WebsiteRecord, WidgetPosition } from '@bridge/contracts';
import { queryOptions } from '@tanstack/react-query';
import { send } from './client.ts';
import { sendKeyed } from './send-keyed.ts';

/** The catalogue of widgets, as the service returns it. */
type WidgetCatalog = (typeof BUILDER.widgetsCatalog.output)['_output'];
/** A widget in the catalogue, which can be inserted into a website. */
export type CatalogWidget = WidgetCatalog['widgets'][number];

/** Query for the widgets that can be inserted into a website. */
export const widgetsQuery = queryOptions({
  queryKey: ['widgets'],
  queryFn: async ({ signal }) =>
    (await send<WidgetCatalog>('GET', '/api/console/widgets', { signal })).widgets,
  staleTime: Infinity,
});

/** A widget to insert into the stored draft, with its parameters and its position. */
export interface WidgetInstall {
  readonly pageId: number;
  readonly revision: number;
  readonly widgetId: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly position: WidgetPosition;
}

/** Inserts a widget into the stored draft, as a new revision. */
export function installWidget(
  { pageId, revision, widgetId, params, position }: WidgetInstall,
  key: string,
): Promise<{ readonly website: WebsiteRecord }> {
  return sendKeyed(`/api/console/pages/${pageId}/widget`, key, {
    expected_revision: revision,
    widget_id: widgetId,
    params,
    position,
  });
}
