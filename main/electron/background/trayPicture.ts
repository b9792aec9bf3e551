import { nativeImage, type NativeImage } from 'electron';
import { drawPicture, type TrayStatus } from './drawPicture.ts';

/** The icon for a mood. On macOS it is a template, which the system colours. */
export function trayPicture(mood: TrayStatus): NativeImage {
  const isMac = process.platform === 'darwin';
  const picture = nativeImage.createFromBitmap(drawPicture(16, mood, isMac), { width: 16, height: 16 });
  picture.addRepresentation({ scaleFactor: 2, width: 32, height: 32, buffer: drawPicture(32, mood, isMac) });
  picture.setTemplateImage(isMac);
  return picture;
}
