import { widgetId, widgetVersion, type JsonSchema } from '@bridge/contracts';
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';

/**
 * Folder of the widgets (ready-made parts of a page). Each `<id>/<version>/` contains `manifest.json`, `params.schema.json` and
 * `widget.html`.
 */
const WIDGETS = new URL('../../widgets/', import.meta.url);

const manifestSchema = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1),
  /** Example params with which the catalogue shows the widget and tests render it. */
  sample: z.record(z.string(), z.unknown()),
});

/** One version of a widget (a ready-made part of a page). */
export interface Widget extends z.infer<typeof manifestSchema> {
  readonly widgetId: string;
  readonly version: string;
  /** The template of the widget’s HTML, see `renderTemplate`. */
  readonly html: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly paramsSchema: JsonSchema;
  /** Validates params against the JSON Schema and adds its default values. */
  readonly params: z.ZodType<Readonly<Record<string, unknown>>>;
}

/** The widgets that this release of the product contains. */
export interface BundledWidgets {
  /** The newest version of each widget, in the order of their names. */
  readonly newest: readonly Widget[];
  /** Returns one version of a widget, by default the newest; undefined when it does not exist. */
  find(widgetId: string, version?: string): Widget | undefined;
}

function readWidget(id: string, version: string): Widget {
  const read = (file: string): string =>
    readFileSync(new URL(`${id}/${version}/${file}`, WIDGETS), 'utf8');
  const html = read('widget.html');
  const paramsSchema = JSON.parse(read('params.schema.json')) as JsonSchema;
  return {
    ...manifestSchema.parse(JSON.parse(read('manifest.json'))),
    widgetId: widgetId.parse(id),
    version: widgetVersion.parse(version),
    html,
    bytes: Buffer.byteLength(html),
    sha256: hash('sha256', html),
    paramsSchema,
    params: z.fromJSONSchema(paramsSchema).pipe(z.record(z.string(), z.unknown())),
  };
}

/** Returns the version number as a text that sorts in the order of versions. */
function versionOrder({ version }: Widget): string {
  return version
    .split('.')
    .map((part) => part.padStart(4, '0'))
    .join('.');
}

/** Reads all widgets from their files. Throws when a file is missing or malformed. */
export function readWidgetFiles(): BundledWidgets {
  const versions = new Map(
    readdirSync(WIDGETS)
      .sort()
      .map((id) => {
        const widgets = readdirSync(new URL(`${id}/`, WIDGETS)).map((name) => readWidget(id, name));
        return [id, widgets.sort((a, b) => (versionOrder(a) < versionOrder(b) ? 1 : -1))] as const;
      }),
  );
  return {
    newest: [...versions.values()].flatMap((widgets) => widgets.slice(0, 1)),
    find: (id, version) =>
      versions.get(id)?.find((widget) => version === undefined || widget.version === version),
  };
}
