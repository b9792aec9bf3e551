import { ElectronObject, electronName } from './lacking.ts';

/** `nativeImage`: a picture that the shell shows nowhere. */
export class NativeImage
  extends ElectronObject
  implements Pick<Electron.NativeImage, 'addRepresentation' | 'setTemplateImage'>
{
  readonly [electronName] = 'electron.NativeImage';

  /** Refuses, as Electron, a buffer that is not four bytes for each pixel. */
  static createFromBitmap(buffer: Buffer, { width, height }: Electron.CreateFromBitmapOptions): NativeImage {
    checkBitmap(buffer, width, height);
    return new NativeImage();
  }

  addRepresentation({ buffer, width = 0, height = 0 }: Electron.AddRepresentationOptions): void {
    if (buffer !== undefined) checkBitmap(buffer, width, height);
  }

  setTemplateImage(_option: boolean): void {
    // Not shown.
  }
}

function checkBitmap(buffer: Buffer, width: number, height: number): void {
  if (buffer.length !== width * height * 4) throw new Error('invalid buffer size');
}
