import { encode } from 'uqr';

/** Width of the white border in modules (unit squares), required by ISO/IEC 18004. */
const QUIET_ZONE = 4;

/** Returns the dark modules of a QR code as one SVG path with unit squares, and the width in modules. */
export function qrPath(text: string): { readonly path: string; readonly size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { path: squares.join(''), size };
}

/** Shows an address as a QR code, dark on white in both colour schemes because scanners require it. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { path, size } = qrPath(text);
  return (
    <svg className="qr" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`}>
      <rect className="qr-ground" width={size} height={size} />
      <path className="qr-modules" d={path} />
    </svg>
  );
}
