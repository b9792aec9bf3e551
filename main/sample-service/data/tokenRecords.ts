import type { JsonObject } from '../../../preload/contract/json.ts';
import type { Facts, SampleRecord } from './assemble.ts';
import type { Figures } from './figures.ts';
import {
  assetClassObject,
  assetObject,
  issuerObject,
  networkObject,
  orNull,
  partyObject,
  platformObject,
  protocolObject,
} from './nested.ts';
import type { SampleNetwork } from './networks.ts';
import { tokenReturns } from './returns.ts';
import type { PricePath } from './prices.ts';
import type { SampleAsset, SampleToken } from './world.ts';

export interface TokenSubject {
  readonly asset: SampleAsset;
  readonly token: SampleToken;
  readonly parent: SampleNetwork | null;
  readonly path: PricePath;
  readonly figures: Figures;
}

export function tokenRecord({ asset, token, parent, path, figures }: TokenSubject): SampleRecord {
  return {
    facts: {
      id: token.id,
      ...plainFacts(asset, token),
      asset: assetObject(asset),
      asset_class: assetClassObject(asset.assetClass),
      network: networkObject(token.network),
      parent_network: orNull(parent, networkObject),
      protocol: orNull(token.platform, protocolObject),
      platform: orNull(token.platform, (platform) => platformObject(platform, token)),
      issuer: issuerObject(asset.issuer),
      asset_manager: orNull(asset.manager, (manager) => partyObject('managers', manager)),
      ...tokenReturns(path),
    },
    figures,
  };
}

/** A token as far as the columns of its asset need it. Answers hold the whole record instead: see `answers/nestedTokens.ts`. */
export function nestedToken(asset: SampleAsset, token: SampleToken): JsonObject {
  return {
    ...plainFacts(asset, token),
    network: networkObject(token.network),
    protocol: orNull(token.platform, protocolObject),
  };
}

function plainFacts(asset: SampleAsset, token: SampleToken): Facts {
  const { network, platform, tokenization, transferability } = token;
  return {
    id: token.id,
    name: token.name,
    address: token.address,
    decimals: token.decimals,
    standards: [
      ...network.standards,
      ...(transferability.id === 2 && network.addressForm === 'evm' ? ['ERC-3643'] : []),
    ],
    issuance_type: token.isBridged ? 'BRIDGE' : 'NATIVE',
    // Assumed: records show that it may be missing, not when.
    token_id: token.id % 11 === 0 ? null : token.id,
    asset_id: asset.id,
    asset_class_id: asset.assetClass.id,
    tokenization_type: tokenization.name,
    tokenization_type_id: tokenization.id,
    transferability_type: transferability.name,
    transferability_type_id: transferability.id,
    network_name: network.name,
    network_id: network.id,
    parent_network_id: network.parentId,
    protocol_name: platform?.name ?? null,
    protocol_id: platform?.id ?? null,
    platform_name: platform?.name ?? null,
    platform_id: platform?.id ?? null,
    asset_manager_id: asset.manager?.id ?? null,
    hidden: false,
  };
}
