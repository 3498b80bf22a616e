import { describe, expect, test } from 'vitest';
import { parseFlags, settingsHelp } from './flags.ts';
import { readSettings, SETTINGS, SettingsError } from './settings.ts';

describe('the flags of a start command', () => {
  test('are the settings under shorter names', () => {
    const { env, help } = parseFlags(['--data', './elsewhere', '--bus=nats://a', '--log', 'debug']);
    expect(env).toEqual({
      BRIDGE_DATA: './elsewhere',
      BRIDGE_BUS: 'nats://a',
      BRIDGE_LOG: 'debug',
    });
    expect(help).toBe(false);
    expect(readSettings(env).BRIDGE_LOG).toBe('debug');
  });

  test('set both addresses by one port', () => {
    expect(parseFlags(['--port', '5000']).env).toEqual({
      BRIDGE_BASE_URL: 'http://localhost:5000',
      BRIDGE_CONTENT_URL: 'http://localhost:5001',
    });
    expect(parseFlags(['--port', '5000', '--base-url', 'https://a.example']).env).toMatchObject({
      BRIDGE_BASE_URL: 'https://a.example',
    });
  });

  test.each([
    [['--prot', '5000']],
    [['start']],
    [['--port', '0']],
    [['--port', '65535']],
    [['--data']],
  ])('that are wrong (%j) are reported as a problem of the settings', (args) =>
    expect(() => parseFlags(args)).toThrow(SettingsError),
  );

  test('are all listed by --help', () => {
    expect(parseFlags(['-h']).help).toBe(true);
    const help = settingsHelp();
    for (const [name, { about }] of Object.entries(SETTINGS)) {
      expect(help).toContain(name);
      expect(help).toContain(about);
    }
    expect(help).toContain('[http://localhost:4000]');
  });
});
