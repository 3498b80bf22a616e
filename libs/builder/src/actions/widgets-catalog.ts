import type { BUILDER } from '@bridge/contracts';
import type { ServiceCallHandler } from '@bridge/bus';
import type { BuilderDeps } from '../deps.ts';

/** Lists the widgets (ready-made parts of a page) that this release of the product contains. */
export function widgetsCatalog({
  widgets,
}: Pick<BuilderDeps, 'widgets'>): ServiceCallHandler<typeof BUILDER.widgetsCatalog> {
  const listed = widgets.newest.map((widget) => ({
    widget_id: widget.widgetId,
    name: widget.name,
    description: widget.description,
    version: widget.version,
    bytes: widget.bytes,
    sha256: widget.sha256,
    params_schema: { ...widget.paramsSchema },
    external: false as const,
    preview_url: null,
  }));
  return async () => ({ widgets: listed });
}
