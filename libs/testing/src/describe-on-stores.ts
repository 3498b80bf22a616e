import { openS3Store } from '@bridge/blobs';
import type { AnyProcessModule } from '@bridge/kernel';
import { describeWith } from './describe-with.ts';
import { startGateway, type GatewayTestRig } from './gateway-rig.ts';
import { server } from './servers.ts';

/** Declares a test suite twice: for a gateway whose blob store is a folder, and for one whose blob store is on S3. */
export function describeOnStores(
  name: string,
  services: readonly AnyProcessModule[],
  body: (rig: () => GatewayTestRig) => void,
): void {
  describeWith(
    `${name} on a folder`,
    () => startGateway({}, {}, services),
    (rig) => rig.stop(),
    body,
  );
  describeWith(
    `${name} on S3`,
    async () => {
      const s3 = await server('s3');
      const { accessKey, secretKey } = s3;
      const url = `s3+${s3.url}/${s3.bucket}-stores`;
      const openStore = () => openS3Store({ url, accessKey, secretKey, region: 'us-east-1' });
      const rig = await startGateway({}, {}, services, openStore);
      return { rig, s3 };
    },
    async ({ rig, s3 }) => {
      await rig.stop();
      await s3.stop();
    },
    (opened) => body(() => opened().rig),
  );
}
