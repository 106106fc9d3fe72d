/// The 64-bit FNV-1a hash of the given bytes; it is the same on every machine and in every run.
///
/// It distinguishes texts, but is not a cryptographic hash.
///
/// The offset basis and the prime are from <http://www.isthe.com/chongo/tech/comp/fnv/>.
// It is inlined, so that each caller gets a loop over its own kind of bytes. Otherwise, a call for
// each byte would make the hash of a response as expensive as the rest of the response.
@inlinable
package func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
  let prime = fnvPrime
  return bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* prime }
}

/// The prime of the 64-bit FNV hash; it also serves to combine the hashes of several texts.
@inlinable package var fnvPrime: UInt64 { 0x100_0000_01B3 }
