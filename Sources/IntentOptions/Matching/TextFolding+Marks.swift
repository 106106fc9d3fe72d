extension TextFolding {
  /// The letters with marks, each behind the text it folds to, all in lower case.
  ///
  /// The rows are the canonical decompositions of the Basic Multilingual Plane without the marks
  /// that ``isDiacritic(_:)`` names (Unicode Character Database, `UnicodeData.txt`), and the
  /// letters that decompose to nothing but are typed without their stroke or as two letters, such
  /// as `ø` and `ß`. Hangul and kana are composed by rule; compatibility ideographs stay.
  static let markedLetters = """
    a àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ
    e èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ
    o òóôõöōŏőơǒǫǭǿȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợø
    u ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự
    \u{A8} \u{385}\u{1FC1}\u{1FED}\u{1FEE}
    ι ΐίϊἰἱἲἳἴἵἶἷὶίιῐῑῒΐῖῗ
    α άἀἁἂἃἄἅἆἇὰάᾀᾁᾂᾃᾄᾅᾆᾇᾰᾱᾲᾳᾴᾶᾷ
    η ήἠἡἢἣἤἥἦἧὴήᾐᾑᾒᾓᾔᾕᾖᾗῂῃῄῆῇ
    υ ΰϋύὐὑὒὓὔὕὖὗὺύῠῡῢΰῦῧ
    ω ώὠὡὢὣὤὥὦὧὼώᾠᾡᾢᾣᾤᾥᾦᾧῲῳῴῶῷ
    \u{627} \u{622}\u{623}\u{625}
    \u{1FBF} \u{1FCD}\u{1FCE}\u{1FCF}
    \u{1FFE} \u{1FDD}\u{1FDE}\u{1FDF}
    \u{5D9} \u{FB1D}\u{FB39}
    \u{5E9} \u{FB2A}\u{FB2B}\u{FB2C}\u{FB2D}\u{FB49}
    \u{5D0} \u{FB2E}\u{FB2F}\u{FB30}
    \u{5D1} \u{FB31}\u{FB4C}
    \u{5D5} \u{FB35}\u{FB4B}
    \u{5DB} \u{FB3B}\u{FB4D}
    \u{5E4} \u{FB44}\u{FB4E}
    c çćĉċčḉ, i ìíîïĩīĭįǐȉȋḭḯỉịı, n ñńņňǹṅṇṉṋ, y ýÿŷȳẏẙỳỵỷỹ, d ďḋḍḏḑḓđð, g ĝğġģǧǵḡ, h ĥȟḣḥḧḩḫẖħ
    j ĵǰ, k ķǩḱḳḵ, l ĺļľḷḹḻḽł, r ŕŗřȑȓṙṛṝṟ, s śŝşšșṡṣṥṧṩẛſ, t ţťțṫṭṯṱẗŧ, w ŵẁẃẅẇẉẘ, z źżžẑẓẕ
    ae ǣǽæ, ʒ ǯ, ʹ ʹ, ; \u{37E}, \u{B7} \u{387}, ε έἐἑἒἓἔἕὲέ, ο όὀὁὂὃὄὅὸό, ϒ ϓϔ, и йѝӣӥ, е ѐёӗ
    г ѓ, і ї, к ќ, у ўӯӱӳ, ѵ ѷ, ж ӂӝ, а ӑӓ, ә ӛ, з ӟ, о ӧ, ө ӫ, э ӭ, ч ӵ, ы ӹ, \u{648} \u{624}
    \u{64A} \u{626}, \u{6D5} \u{6C0}, \u{6C1} \u{6C2}, \u{6D2} \u{6D3}, \u{928}\u{93C} \u{929}
    \u{930}\u{93C} \u{931}, \u{933}\u{93C} \u{934}, \u{915}\u{93C} \u{958}
    \u{916}\u{93C} \u{959}, \u{917}\u{93C} \u{95A}, \u{91C}\u{93C} \u{95B}
    \u{921}\u{93C} \u{95C}, \u{922}\u{93C} \u{95D}, \u{92B}\u{93C} \u{95E}
    \u{92F}\u{93C} \u{95F}, \u{9C7}\u{9BE} \u{9CB}, \u{9C7}\u{9D7} \u{9CC}
    \u{9A1}\u{9BC} \u{9DC}, \u{9A2}\u{9BC} \u{9DD}, \u{9AF}\u{9BC} \u{9DF}
    \u{A32}\u{A3C} \u{A33}, \u{A38}\u{A3C} \u{A36}, \u{A16}\u{A3C} \u{A59}
    \u{A17}\u{A3C} \u{A5A}, \u{A1C}\u{A3C} \u{A5B}, \u{A2B}\u{A3C} \u{A5E}
    \u{B47}\u{B56} \u{B48}, \u{B47}\u{B3E} \u{B4B}, \u{B47}\u{B57} \u{B4C}
    \u{B21}\u{B3C} \u{B5C}, \u{B22}\u{B3C} \u{B5D}, \u{B92}\u{BD7} \u{B94}
    \u{BC6}\u{BBE} \u{BCA}, \u{BC7}\u{BBE} \u{BCB}, \u{BC6}\u{BD7} \u{BCC}
    \u{C46}\u{C56} \u{C48}, \u{CBF}\u{CD5} \u{CC0}, \u{CC6}\u{CD5} \u{CC7}
    \u{CC6}\u{CD6} \u{CC8}, \u{CC6}\u{CC2} \u{CCA}, \u{CC6}\u{CC2}\u{CD5} \u{CCB}
    \u{D46}\u{D3E} \u{D4A}, \u{D47}\u{D3E} \u{D4B}, \u{D46}\u{D57} \u{D4C}
    \u{DD9}\u{DCA} \u{DDA}, \u{DD9}\u{DCF} \u{DDC}, \u{DD9}\u{DCF}\u{DCA} \u{DDD}
    \u{DD9}\u{DDF} \u{DDE}, \u{F42}\u{FB7} \u{F43}, \u{F4C}\u{FB7} \u{F4D}
    \u{F51}\u{FB7} \u{F52}, \u{F56}\u{FB7} \u{F57}, \u{F5B}\u{FB7} \u{F5C}
    \u{F40}\u{FB5} \u{F69}, \u{F71}\u{F72} \u{F73}, \u{F71}\u{F74} \u{F75}
    \u{FB2}\u{F80} \u{F76}, \u{FB3}\u{F80} \u{F78}, \u{F71}\u{F80} \u{F81}
    \u{F92}\u{FB7} \u{F93}, \u{F9C}\u{FB7} \u{F9D}, \u{FA1}\u{FB7} \u{FA2}
    \u{FA6}\u{FB7} \u{FA7}, \u{FAB}\u{FB7} \u{FAC}, \u{F90}\u{FB5} \u{FB9}
    \u{1025}\u{102E} \u{1026}, \u{1B05}\u{1B35} \u{1B06}, \u{1B07}\u{1B35} \u{1B08}
    \u{1B09}\u{1B35} \u{1B0A}, \u{1B0B}\u{1B35} \u{1B0C}, \u{1B0D}\u{1B35} \u{1B0E}
    \u{1B11}\u{1B35} \u{1B12}, \u{1B3A}\u{1B35} \u{1B3B}, \u{1B3C}\u{1B35} \u{1B3D}
    \u{1B3E}\u{1B35} \u{1B40}, \u{1B3F}\u{1B35} \u{1B41}, \u{1B42}\u{1B35} \u{1B43}, b ḃḅḇ, f ḟ
    m ḿṁṃ, p ṕṗ, v ṽṿ, x ẋẍ, ρ ῤῥ, ` \u{1FEF}, \u{B4} \u{1FFD}, \u{3008} \u{2329}
    \u{3009} \u{232A}, \u{5F2} \u{FB1F}, \u{5D2} \u{FB32}, \u{5D3} \u{FB33}, \u{5D4} \u{FB34}
    \u{5D6} \u{FB36}, \u{5D8} \u{FB38}, \u{5DA} \u{FB3A}, \u{5DC} \u{FB3C}, \u{5DE} \u{FB3E}
    \u{5E0} \u{FB40}, \u{5E1} \u{FB41}, \u{5E3} \u{FB43}, \u{5E6} \u{FB46}, \u{5E7} \u{FB47}
    \u{5E8} \u{FB48}, \u{5EA} \u{FB4A}, oe œ, th þ, ss ß, σ ς, μ µ, ff \u{FB00}, fi \u{FB01}
    fl \u{FB02}, ffi \u{FB03}, ffl \u{FB04}, st \u{FB05}\u{FB06}
    """

  /// The folded texts by letter, read from ``markedLetters``.
  static let lettersWithoutMarks: [UInt32: [UInt32]] = {
    var letters: [UInt32: [UInt32]] = [:]
    var target: [UInt32] = []
    var isTarget = true
    for scalar in markedLetters.unicodeScalars where scalar != "," {
      switch (scalar, isTarget) {
      case ("\n", _), (" ", false):
        (target, isTarget) = ([], true)
      case (" ", true): isTarget = target.isEmpty
      case (_, true): target.append(scalar.value)
      case (_, false): letters[scalar.value] = target
      }
    }
    return letters
  }()
}
