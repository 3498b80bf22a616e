import { widgetId, widgetVersion, type JsonSchema } from '@bridge/contracts';
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';

/** Folder of the widgets: `<id>/<version>/` with `manifest.json`, `params.schema.json` and `widget.html`. */
const WIDGETS = new URL('../../widgets/', import.meta.url);

const manifestSchema = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1),
  /** Params with which the widget is shown and tested. */
  sample: z.record(z.string(), z.unknown()),
});

/** One version of a widget. */
export interface Widget extends z.infer<typeof manifestSchema> {
  readonly widgetId: string;
  readonly version: string;
  /** A template, see `renderTemplate`. */
  readonly html: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly paramsSchema: JsonSchema;
  /** Accepts what the JSON Schema accepts, and sets its defaults. */
  readonly params: z.ZodType<Readonly<Record<string, unknown>>>;
}

/** The widgets of this release. */
export interface WidgetFiles {
  /** The newest version of each widget, by name. */
  readonly newest: readonly Widget[];
  /** One version of a widget, by default the newest; undefined when there is none. */
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

/** A version as a text whose order is that of the versions. */
function versionOrder({ version }: Widget): string {
  return version
    .split('.')
    .map((part) => part.padStart(4, '0'))
    .join('.');
}

/** Reads all widgets; throws when a file of them is missing or malformed. */
export function readWidgetFiles(): WidgetFiles {
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
