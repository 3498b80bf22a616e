/** What each action did, for a sentence that begins with its author; an action without an entry is named. */
const EFFECT_WORDS: Readonly<Record<string, string>> = {
  'builder.create': 'made',
  'builder.patch': 'changed',
  'builder.put': 'wrote anew',
  'builder.attach': 'moved',
  'builder.clear': 'emptied',
  'builder.save': 'saved edits of',
  'builder.restore': 'restored a revision of',
  'builder.rename': 'renamed',
  'builder.layers_put': 'changed the layers of',
  'builder.publish': 'published',
  'builder.set_visibility': 'changed who sees',
  'builder.set_listed': 'changed the listing of',
  'builder.delete': 'deleted',
  'builder.undelete': 'brought back',
  'builder.world_off': 'took off its World',
  'builder.world_on': 'put back into its World',
  'pages.set_visibility': 'changed who sees',
  'pages.generate': 'generated',
  'widgets.install_page': 'put a widget into',
  'worlds.found': 'founded a World',
  'keys.create': 'made a key',
  'keys.change': 'changed a key',
  'keys.revoke_all': 'revoked every key',
  'keys.revoke': 'revoked a key',
  'keys.rotate': 'rotated a key',
};

/** True for an effect on a website that the founder of its World has, not its author. */
export function isByFounder(action: string): boolean {
  return action === 'builder.world_off' || action === 'builder.world_on';
}

/** Returns what an effect did, in words. */
export function describeEffect({ action }: { readonly action: string }): string {
  return EFFECT_WORDS[action] ?? `did ${action}`;
}
