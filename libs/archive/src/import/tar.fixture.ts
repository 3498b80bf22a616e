/** A member of a tar file that a test builds. `type` is the type flag in its header, by default `0` (a file). */
export interface TarMember {
  readonly name: string;
  readonly body: string;
  readonly type?: string;
}

/** Builds a tar file with these members, without an external program. */
export function tarOf(members: readonly TarMember[]): Buffer {
  const blocks = members.flatMap(({ name, body, type }) => {
    const header = Buffer.alloc(512);
    header.write(name, 0, 100);
    header.write('0000644\0', 100);
    header.write(`${Buffer.byteLength(body).toString(8).padStart(11, '0')}\0`, 124);
    header.write('        ', 148);
    header.write(type ?? '0', 156);
    header.write('ustar\0', 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    const padded = Buffer.alloc(Math.ceil(Buffer.byteLength(body) / 512) * 512);
    padded.write(body);
    return [header, padded];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}
