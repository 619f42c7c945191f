// The same talker on Cyclone's C API, with an opaque type of its own making.
#include <dds/dds.h>
#include <dds/ddsi/ddsi_serdata.h>
#include <dds/ddsi/ddsi_sertype.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>

ddsi_sertype* make_string_type();
ddsi_serdata* make_string_sample(const ddsi_sertype* type, const std::string& text);

int main() {
  const dds_entity_t participant = dds_create_participant(DDS_DOMAIN_DEFAULT, nullptr, nullptr);
  ddsi_sertype* type = make_string_type();
  const dds_entity_t topic =
      dds_create_topic_sertype(participant, "rt/chatter", &type, nullptr, nullptr, nullptr);
  const dds_entity_t writer = dds_create_writer(participant, topic, nullptr, nullptr);
  for (std::size_t count = 0;; ++count) {
    const std::string text = "Hello, world! " + std::to_string(count);
    std::printf("Publishing: '%s'\n", text.c_str());
    if (dds_writecdr(writer, make_string_sample(type, text)) < 0) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
  }
  dds_delete(participant);
  return 0;
}
