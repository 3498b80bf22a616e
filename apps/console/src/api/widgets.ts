import type { BUILDER, WebsiteRecord, WidgetPosition } from '@bridge/contracts';
import { queryOptions } from '@tanstack/react-query';
import { send } from './client.ts';
import { sendKeyed } from './send-keyed.ts';

/** The catalogue of widgets (ready-made parts of a page), as the service returns it. */
type WidgetCatalog = (typeof BUILDER.widgetsCatalog.output)['_output'];
/** A widget (ready-made part of a page) in the catalogue, which can be inserted into a website. */
export type CatalogWidget = WidgetCatalog['widgets'][number];

/** Query for the widgets that can be inserted into a website. */
export const widgetsQuery = queryOptions({
  queryKey: ['widgets'],
  queryFn: async ({ signal }) =>
    (await send<WidgetCatalog>('GET', '/api/console/widgets', { signal })).widgets,
  staleTime: Infinity,
});

/**
 * A request to insert a widget (ready-made part of a page) into a stored draft: the widget with its parameters and its
 * position.
 */
export interface WidgetInstallRequest {
  readonly pageId: number;
  readonly revision: number;
  readonly widgetId: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly position: WidgetPosition;
}

/** Inserts a widget (ready-made part of a page) into the stored draft, which thereby gets a new revision. */
export function installWidget(
  { pageId, revision, widgetId, params, position }: WidgetInstallRequest,
  key: string,
): Promise<{ readonly website: WebsiteRecord }> {
  return sendKeyed(`/api/console/pages/${pageId}/widget`, key, {
    expected_revision: revision,
    widget_id: widgetId,
    params,
    position,
  });
}
